import { getMember, removeMember, updateMember } from "@/lib/member/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getMember);
export const PUT = endpoint(updateMember);
export const DELETE = endpoint(removeMember);
