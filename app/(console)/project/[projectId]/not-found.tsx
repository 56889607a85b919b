export { NotFoundInFrame as default } from "@/components/shell/failure/lazy-screens";
