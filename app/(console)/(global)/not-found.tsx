export { NotFoundInFrame as default } from "@/components/shell/failure/not-found-screen";
