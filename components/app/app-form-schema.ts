import { AppId, AppInput } from "@/lib/app/schema";

/** The form of an application: its id is what templates refer to, so a new one must not be taken. */
export const appFormSchema = (taken: readonly string[]) =>
  AppInput.refine(({ id }) => id !== "", { path: ["id"], message: "appIdRequired", abort: true })
    .refine(({ id }) => AppId.safeParse(id).success, { path: ["id"], message: "appIdInvalid", abort: true })
    .refine(({ id }) => !taken.includes(id), { path: ["id"], message: "appIdTaken" });
