// Loaded before any other module in the browser. Zod would try `new Function` for speed, which the page's policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
