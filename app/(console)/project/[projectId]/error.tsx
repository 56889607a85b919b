"use client";

export { ErrorInFrame as default } from "@/components/shell/failure/in-frame";
