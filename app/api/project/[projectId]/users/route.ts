import { addMember, listMembers } from "@/lib/member/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listMembers);
export const POST = endpoint(addMember);
