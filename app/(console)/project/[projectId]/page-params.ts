import { notFound } from "next/navigation";
import { IdParam } from "@/lib/operation/fields";

export type ProjectPage = { params: Promise<{ projectId: string }> };

/** An id of the path; null: an invalid one. */
export const parseId = (text: string): number | null => IdParam.safeParse(text).data ?? null;

/** Parses an id of the path; an invalid one shows the 404 page. */
export const readId = (text: string): number => parseId(text) ?? notFound();
