/** Each rule of `.dependency-cruiser.mjs` refuses an import that breaks it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { expect, test } from 'vitest';

const server = 'apps/server/src';
const shop = 'apps/shop/src';

/** By rule: an importing file and the file or package it must not import. */
const breaches: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'no-circle-of-files': [`${server}/jobs/one.ts`, `${server}/jobs/other.ts`],
  'meet-at-the-face': [`${server}/features/a/x.ts`, `${server}/features/b/inner.ts`],
  'platform-knows-no-shop': [`${server}/platform/x.ts`, `${server}/features/b/b.ts`],
  'ledger-and-jobs-know-no-feature': [`${server}/ledger/x.ts`, `${server}/features/b/b.ts`],
  'the-signer-knows-no-shop': [`${server}/signer/x.ts`, `${server}/ledger/y.ts`],
  'vendors-behind-ports': [`${server}/features/a/y.ts`, `${server}/providers/mail/smtp/send.ts`],
  'a-port-knows-the-contract': [`${server}/providers/mail/port.ts`, `${server}/platform/x.ts`],
  'a-vendor-knows-its-port': [`${server}/providers/mail/smtp/x.ts`, `${server}/ledger/y.ts`],
  'commands-and-demo-meet-at-the-face': [`${server}/cli/x.ts`, `${server}/features/b/inner.ts`],
  'sandbox-knows-the-contract': ['packages/sandbox/src/x.ts', `${server}/ledger/y.ts`],
  'contract-is-pure': ['packages/contract/src/x.ts', `${server}/ledger/y.ts`],
  'prose-is-pure': ['packages/prose/src/x.ts', 'packages/contract/src/y.ts'],
  'marked-in-prose': [`${server}/ledger/z.ts`, 'node_modules/marked/index.js'],
  'ui-knows-texts-and-prose': ['packages/ui/src/x.ts', 'packages/contract/src/y.ts'],
  'client-knows-contract-and-ui': ['packages/client/src/x.ts', `${shop}/session/y.ts`],
  'browser-packages-for-browsers': [`${server}/platform/z.ts`, 'packages/ui/src/y.ts'],
  'shop-knows-no-server': [`${shop}/boot/x.ts`, `${server}/ledger/y.ts`],
  'office-stands-on-packages': ['apps/office/src/x.ts', `${shop}/session/y.ts`],
  'shop-features-do-not-meet': [`${shop}/features/a/x.ts`, `${shop}/features/b/y.ts`],
  'shop-rooms-know-no-feature': [`${shop}/rooms/a/x.ts`, `${shop}/features/b/y.ts`],
  'session-and-boot-know-no-room': [`${shop}/session/x.ts`, `${shop}/rooms/a/y.ts`],
  'session-and-boot-know-no-component': [`${shop}/session/z.ts`, 'packages/ui/src/layout/y.ts'],
  'sandbox-for-tests-and-start': [`${server}/ledger/x2.ts`, 'packages/sandbox/src/y.ts'],
  'embedded-postgres-for-tools-and-tests': [
    `${server}/jobs/x.ts`,
    'packages/embedded-postgres/src/y.ts',
  ],
  'embedded-postgres-loaded-when-needed': ['tools/x.ts', 'packages/embedded-postgres/src/y.ts'],
  'embedded-postgres-knows-no-shop': ['packages/embedded-postgres/src/x.ts', 'tools/y.ts'],
  'pg-in-platform': [`${server}/ledger/x3.ts`, 'node_modules/pg/index.js'],
  'only-app-knows-all': [`${server}/features/a/z.ts`, `${server}/app.ts`],
};

test('every rule of the boundaries refuses a planted breach', async () => {
  const { forbidden = [], options = {} } = await extractDepcruiseConfig(
    join(import.meta.dirname, '../.dependency-cruiser.mjs'),
  );
  const root = mkdtempSync(join(tmpdir(), 'giftlane-boundaries-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  try {
    for (const [, to] of Object.values(breaches)) write(to, 'export {};\n');
    for (const [from, to] of Object.values(breaches))
      write(from, `import '${relative(dirname(from), to).replace(/^(?!\.)/, './')}';\n`);
    write(`${server}/jobs/other.ts`, "import './one.ts';\n");
    const { output } = await cruise(['apps', 'packages', 'tools'], {
      ...options,
      baseDir: root,
      validate: true,
      ruleSet: { forbidden },
    });
    if (typeof output === 'string') throw new Error(output);
    const refused = output.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
    const planted = Object.entries(breaches).map(([rule, [from]]) => `${rule}: ${from}`);
    expect(planted.filter((one) => !refused.includes(one))).toEqual([]);
    expect(Object.keys(breaches).sort()).toEqual(forbidden.map(({ name }) => name).sort());
  } finally {
    rmSync(root, { recursive: true });
  }
});
