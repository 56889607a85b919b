import { endpoint } from "@/lib/operation/endpoint";
import { setFavoriteTemplate } from "@/lib/template/operations";

export const PUT = endpoint(setFavoriteTemplate);
