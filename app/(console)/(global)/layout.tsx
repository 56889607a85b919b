export { GlobalFrame as default } from "@/app/(console)/console-frame";
