"use client";

export { ErrorInFrame as default } from "@/components/shell/failure/error-in-frame";
