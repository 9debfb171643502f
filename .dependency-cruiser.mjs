/** Who may import whom: docs/ARCHITECTURE.md has the table. */
const server = '^apps/server/src';
const test = '([.](test|testing)[.]tsx?$|/(testing|safety)/|test-shop[.]ts$)';

export default {
  forbidden: [
    { name: 'no-circle-of-files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'meet-at-the-face',
      comment: 'A feature knows another by the file named after its folder.',
      severity: 'error',
      from: { path: `${server}/features/([^/]+)/`, pathNot: test },
      to: {
        path: `${server}/features/`,
        pathNot: [`${server}/features/$1/`, `${server}/features/([^/]+)/\\1[.]ts$`],
      },
    },
    {
      name: 'platform-knows-no-shop',
      severity: 'error',
      from: { path: `${server}/platform/`, pathNot: test },
      to: { path: `${server}/(features|ledger|providers|jobs|seed)/` },
    },
    {
      name: 'ledger-and-jobs-know-no-feature',
      severity: 'error',
      from: { path: `${server}/(ledger|jobs|utxo)/`, pathNot: test },
      to: { path: `${server}/(features|providers|seed)/` },
    },
    {
      name: 'the-signer-knows-no-shop',
      severity: 'error',
      from: { path: `${server}/signer/`, pathNot: test },
      to: { path: `${server}/`, pathNot: `${server}/(signer|utxo|platform)/` },
    },
    {
      name: 'vendors-behind-ports',
      severity: 'error',
      from: {
        path: server,
        pathNot: [`${server}/providers/`, `${server}/assembly/(parts|files)[.]ts$`, test],
      },
      to: { path: `${server}/providers/[^/]+/[^/]+/` },
    },
    {
      name: 'a-port-knows-the-contract',
      severity: 'error',
      from: { path: `${server}/providers/[^/]+/port[.]ts$` },
      to: { pathNot: ['^packages/contract/', `${server}/providers/outcome[.]ts$`] },
    },
    {
      name: 'a-vendor-knows-its-port',
      severity: 'error',
      from: { path: `${server}/providers/([^/]+)/`, pathNot: test },
      to: {
        path: `${server}/`,
        pathNot: [`${server}/platform/`, `${server}/providers/([^/]+[.]ts$|$1/)`],
      },
    },
    {
      name: 'commands-and-demo-meet-at-the-face',
      severity: 'error',
      from: { path: `${server}/(cli|seed)/`, pathNot: test },
      to: { path: `${server}/features/`, pathNot: `${server}/features/([^/]+)/\\1[.]ts$` },
    },
    {
      name: 'sandbox-knows-the-contract',
      severity: 'error',
      from: { path: '^packages/sandbox/', pathNot: test },
      to: { path: '^(apps|packages/prose)/' },
    },
    {
      name: 'contract-is-pure',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: test },
      to: { path: '^(apps|packages/sandbox)/|node_modules/(?!zod/)' },
    },
    {
      name: 'prose-is-pure',
      severity: 'error',
      from: { path: '^packages/prose/', pathNot: test },
      to: { path: '^(apps|packages/(contract|sandbox))/|node_modules/(?!marked/)' },
    },
    {
      name: 'marked-in-prose',
      comment: 'Elsewhere Markdown would become HTML.',
      severity: 'error',
      from: { pathNot: '^packages/prose/' },
      to: { path: 'node_modules/marked/' },
    },
    {
      name: 'ui-knows-texts-and-prose',
      severity: 'error',
      from: { path: '^packages/ui/', pathNot: test },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(prose|texts|ui)/' },
    },
    {
      name: 'client-knows-contract-and-ui',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: test },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(client|contract|texts|ui)/' },
    },
    {
      name: 'browser-packages-for-browsers',
      severity: 'error',
      from: { path: '^(apps/server|packages)/', pathNot: '^packages/(client|ui)/' },
      to: { path: '^packages/(client|ui)/' },
    },
    {
      name: 'shop-knows-no-server',
      severity: 'error',
      from: { path: '^apps/shop/src/' },
      to: { path: '^(apps/server|packages/(sandbox|embedded-postgres))/' },
    },
    {
      name: 'office-stands-on-packages',
      severity: 'error',
      from: { path: '^apps/office/src/' },
      to: {
        path: '^(apps|packages)/',
        pathNot: '^(apps/office/|packages/(client|contract|prose|texts|ui)/)',
      },
    },
    {
      name: 'shop-features-do-not-meet',
      severity: 'error',
      from: { path: '^apps/shop/src/features/([^/]+)/' },
      to: { path: '^apps/shop/src/features/', pathNot: '^apps/shop/src/features/$1/' },
    },
    {
      name: 'shop-rooms-know-no-feature',
      severity: 'error',
      from: { path: '^apps/shop/src/(rooms|session|boot)/' },
      to: { path: '^apps/shop/src/(features|routes)/' },
    },
    {
      name: 'session-and-boot-know-no-room',
      severity: 'error',
      from: { path: '^apps/shop/src/(session|boot)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^apps/shop/src/rooms/' },
    },
    {
      name: 'session-and-boot-know-no-component',
      comment: 'They show toasts, which are queued outside React.',
      severity: 'error',
      from: { path: '^apps/shop/src/(session|boot)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^packages/ui/', pathNot: '^packages/ui/src/(browser/|toasts/toast-queue)' },
    },
    {
      name: 'sandbox-for-tests-and-start',
      severity: 'error',
      from: { path: '^(apps|packages/contract)/', pathNot: test },
      to: { path: '^packages/sandbox/' },
    },
    {
      name: 'embedded-postgres-for-tools-and-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: ['^packages/embedded-postgres/', test] },
      to: { path: '^packages/embedded-postgres/' },
    },
    {
      name: 'embedded-postgres-loaded-when-needed',
      comment: 'What also production runs names it in an import() that production never comes to.',
      severity: 'error',
      from: { path: '^tools/', pathNot: '^tools/own-postgres[.]ts$' },
      to: { path: '^(packages/embedded-postgres/|tools/own-postgres[.]ts$)', dynamic: false },
    },
    {
      name: 'embedded-postgres-knows-no-shop',
      severity: 'error',
      from: { path: '^packages/embedded-postgres/' },
      to: { path: '^(apps|tools|packages/(?!embedded-postgres/))' },
    },
    {
      name: 'pg-in-platform',
      severity: 'error',
      from: { path: server, pathNot: [`${server}/platform/`, test] },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'only-app-knows-all',
      severity: 'error',
      from: { path: `${server}/features/`, pathNot: test },
      to: { path: [`${server}/(app|serve|main|worker|cli)[.]ts$`, `${server}/assembly/`] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist[/-]' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node'],
    },
  },
};
