/** For plain `next start`: our own server, the only one in development, has registered the routes before Next comes to this. */
export async function register(): Promise<void> {
  if (process.env.NODE_ENV === "production") {
    const { hasRoutes, registerRoutes } = await import("@/lib/operation/openapi");
    if (hasRoutes()) return;
    const { routes } = await import("@/lib/server/routes.gen");
    registerRoutes(routes);
  }
}
