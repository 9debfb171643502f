// Read by zod before its first schema: without it zod tries to compile code, which the content security policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
