import { leaveProject } from "@/lib/member/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const DELETE = endpoint(leaveProject);
