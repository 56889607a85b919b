import { notFound } from "next/navigation";
import { IdParam } from "@/lib/operation/fields";

export type ProjectPage = { params: Promise<{ projectId: string }> };

/** An id out of the path; one that cannot exist goes to the 404 page. */
export const readId = (text: string): number => IdParam.safeParse(text).data ?? notFound();
