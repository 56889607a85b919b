"use client";

export { ErrorInFrame as default } from "@/components/shell/failure/lazy-screens";
