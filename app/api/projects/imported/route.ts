import { listImportedProjects } from "@/lib/backup/import/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listImportedProjects);
