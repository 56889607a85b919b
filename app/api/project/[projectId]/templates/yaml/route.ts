import { createFromYaml } from "@/lib/backup/template/routes";

export const POST = createFromYaml;
