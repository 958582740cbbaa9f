const modules = require('./server/modules.json')
/** Folders of the storefront, lowest first. */
const areas = require('./storefront/areas.json')
/** Files of the demonstration that write tables of modules, because only the demonstration needs these changes. */
const writesTables = '^demo/(dates|staff)\\.ts$'
const testFiles = '\\.test\\.tsx?$'
/** The files of the contract that browsers may load. None of them imports the schemas. */
const browserFiles = require('./contract/browser-files.json')
const forBrowsers = `^contract/(${browserFiles.join('|')})\\.ts$`

/**
 * The import rules. Domain modules have an order, and each imports only `<module>.ts` and `tables.ts` of earlier ones.
 */
module.exports = {
  forbidden: [
    {
      // Includes type imports.
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^contract/', pathNot: testFiles },
      to: { path: '^(server|storefront|backoffice|ui|jobs|demo|simulators|tests|scripts|main)' },
    },
    {
      name: 'browser-side-contract-has-no-zod',
      severity: 'error',
      from: {
        path: forBrowsers,
      },
      to: { path: 'node_modules/zod', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform-knows-no-domain',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: testFiles },
      to: { path: `^(server/(${modules.join('|')})|storefront|backoffice|jobs|demo|simulators|tests)/` },
    },
    ...modules.map((name, index) => ({
      name: `${name}-looks-left`,
      severity: 'error',
      from: { path: `^server/${name}/`, pathNot: testFiles },
      to: {
        path: `^(server/(${modules.slice(index + 1).join('|') || 'nothing'})|storefront|jobs|demo|simulators|tests|main)`,
      },
    })),
    {
      name: 'modules-use-front-doors',
      severity: 'error',
      from: { path: `^server/(${modules.join('|')})/`, pathNot: testFiles },
      to: {
        path: `^server/(${modules.join('|')})/`,
        // Allows its own files, and `<module>.ts` and `tables.ts` of other modules.
        pathNot: '^server/$1/|^server/([^/]+)/(\\1|tables)\\.ts$',
      },
    },
    {
      name: 'only-http-imports-hono',
      severity: 'error',
      from: {
        path: '^(server|storefront|jobs|demo|main)',
        pathNot: ['^server/platform/http/(server|cached-response)\\.ts$', testFiles],
      },
      to: { path: 'node_modules/(hono|@hono)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'storefront-knows-contract-and-ui-only',
      severity: 'error',
      from: { path: '^storefront/', pathNot: testFiles },
      to: { path: '^(server|jobs|demo|simulators|scripts|main|tests)' },
    },
    {
      name: 'ui-knows-no-client',
      severity: 'error',
      from: { path: '^ui/' },
      to: { path: '^(server|storefront|jobs|demo|simulators|scripts|main|tests)' },
    },
    ...areas.map((name, index) => ({
      name: `storefront-${name}-looks-down`,
      severity: 'error',
      from: { path: `^storefront/${name}/`, pathNot: testFiles },
      to: { path: `^storefront/([^/]+$|(${areas.slice(index + 1).join('|') || 'nothing'})/)` },
    })),
    {
      name: 'storefront-areas-are-listed',
      severity: 'error',
      from: { path: '^storefront/[^/]+/', pathNot: `^storefront/(${areas.join('|')})/` },
      to: {},
    },
    {
      name: 'storefront-runs-in-browsers',
      severity: 'error',
      from: { path: '^(storefront|ui)/', pathNot: `entry\\.server\\.tsx$|${testFiles}` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'storefront-ships-no-schemas',
      severity: 'error',
      // `texts.ts` is exempt, because only the server's loader uses it.
      from: { path: '^(storefront|ui)/', pathNot: [testFiles, '^storefront/core/texts\\.ts$'] },
      to: {
        path: '^contract/',
        pathNot: forBrowsers,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'backoffice-knows-contract-and-ui-only',
      severity: 'error',
      from: { path: '^backoffice/', pathNot: testFiles },
      to: { path: '^(server|storefront|jobs|demo|simulators|scripts|main|tests)' },
    },
    {
      name: 'backoffice-loads-no-schemas',
      severity: 'error',
      from: { path: '^backoffice/', pathNot: testFiles },
      to: {
        path: '^contract/',
        pathNot: [forBrowsers, '^contract/messages/office'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'shoppers-load-nothing-of-the-office',
      severity: 'error',
      from: { path: '^(storefront|ui)/', pathNot: testFiles },
      to: { path: '^(backoffice/|contract/office/|contract/rights\\.ts$|contract/messages/office)' },
    },
    {
      name: 'jobs-and-demo-use-front-doors',
      severity: 'error',
      from: { path: '^(jobs|demo)/', pathNot: [testFiles, writesTables] },
      to: { path: '(^storefront/|/tables\\.ts$|^simulators/|^tests/)' },
    },
    {
      name: 'demo-uses-front-doors-and-tables',
      severity: 'error',
      from: { path: writesTables },
      to: { path: '^(storefront|simulators|tests)/' },
    },
    {
      // Node runs these commands without a build, and it cannot load JSX. Includes imports of types, because rules
      // about indirect imports cannot exclude them.
      name: 'commands-reach-no-jsx',
      severity: 'error',
      from: { path: '^scripts/(shop|import)\\.ts$' },
      to: { path: '\\.tsx$', reachable: true },
    },
    {
      name: 'main-wires-only',
      severity: 'error',
      from: { path: '^main\\.ts$' },
      to: { path: `^(server/(${modules.join('|')})/|simulators/|tests/)` },
    },
    {
      name: 'simulators-are-strangers',
      severity: 'error',
      from: { path: '^simulators/', pathNot: testFiles },
      to: { path: '^(contract|server|storefront|jobs|demo|tests|main)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|\\.react-router)/|\\+types/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
