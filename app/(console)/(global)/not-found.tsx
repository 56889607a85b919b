export { NotFoundInFrame as default } from "@/components/shell/failure/in-frame";
