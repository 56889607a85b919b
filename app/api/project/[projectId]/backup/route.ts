import { downloadBackup, downloadBackupWithStates } from "@/lib/backup/routes";

export const GET = downloadBackup;
export const POST = downloadBackupWithStates;
