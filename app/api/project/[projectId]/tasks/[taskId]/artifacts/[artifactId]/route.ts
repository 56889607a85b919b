import { download } from "@/lib/task/result-routes";

export const GET = download;
