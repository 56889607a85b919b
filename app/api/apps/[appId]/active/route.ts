import { switchApp } from "@/lib/app/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const POST = endpoint(switchApp);
