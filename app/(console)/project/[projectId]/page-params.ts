import { notFound } from "next/navigation";
import { IdParam } from "@/lib/operation/fields";

export type ProjectPage = { params: Promise<{ projectId: string }> };

/** Parses an id of the path; an invalid one shows the 404 page. */
export const readId = (text: string): number => IdParam.safeParse(text).data ?? notFound();
