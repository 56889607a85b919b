import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; later ones override conflicting earlier ones. */
export const cn = (...inputs: ClassValue[]): string => twMerge(clsx(inputs));
