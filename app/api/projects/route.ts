import { endpoint } from "@/lib/operation/endpoint";
import { createProject, listProjects } from "@/lib/project/operations";

export const GET = endpoint(listProjects);
export const POST = endpoint(createProject, { status: 201 });
