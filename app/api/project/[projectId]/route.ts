import { endpoint } from "@/lib/operation/endpoint";
import { deleteProject, getProject, updateProject } from "@/lib/project/operations";

export const GET = endpoint(getProject);
export const PUT = endpoint(updateProject);
export const DELETE = endpoint(deleteProject);
