import { type Endpoint, endpoint, type RouteHandler } from "@/lib/operation/endpoint";
import { validateCron } from "@/lib/schedule/operations";

const validating = endpoint(validateCron);

/** Clients expect a valid text to be answered with 200 and nothing else. */
const handle: RouteHandler = async (request, context) => {
  const response = await validating(request, context);
  return response.status === 204 ? new Response(null, { status: 200, headers: response.headers }) : response;
};

export const validate: Endpoint = Object.assign(handle, { operation: validateCron, status: 200 });
