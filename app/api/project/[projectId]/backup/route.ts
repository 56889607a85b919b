import { downloadBackup } from "@/lib/backup/routes";

export const GET = downloadBackup;
