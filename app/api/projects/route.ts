import { createProject } from "@/lib/backup/operations";
import { endpoint } from "@/lib/operation/endpoint";
import { listProjects } from "@/lib/project/operations";

export const GET = endpoint(listProjects);
export const POST = endpoint(createProject, { status: 201 });
