import { endpoint } from "@/lib/operation/endpoint";
import { deleteRepository, getRepository, updateRepository } from "@/lib/repository/operations";

export const GET = endpoint(getRepository);
export const PUT = endpoint(updateRepository);
export const DELETE = endpoint(deleteRepository);
