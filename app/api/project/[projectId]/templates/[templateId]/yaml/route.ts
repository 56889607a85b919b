import { readTemplateYaml, replaceFromYaml } from "@/lib/backup/template/routes";

export const GET = readTemplateYaml;
export const PUT = replaceFromYaml;
