"use server";

import * as operations from "@/lib/member/operations";
import { action } from "@/lib/operation/action";

export const addMember = action(operations.addMember);
export const updateMember = action(operations.updateMember);
export const removeMember = action(operations.removeMember);
export const leaveProject = action(operations.leaveProject);
