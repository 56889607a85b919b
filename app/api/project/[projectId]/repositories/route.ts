import { endpoint } from "@/lib/operation/endpoint";
import { createRepository, listRepositories } from "@/lib/repository/operations";

export const GET = endpoint(listRepositories);
export const POST = endpoint(createRepository, { status: 201 });
