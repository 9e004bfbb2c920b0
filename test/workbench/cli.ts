import { parseArgs } from 'node:util';
import { buildAndCheck } from '../../build/check-bundle';
import { buildOverview, connectDemo, DEMO_SHEET, type Demo, refreshDemo, startDemo } from './demo';
import { startWorkbench, viewWarehouse } from './server';
import { compareWithService } from './service-comparison';

/** How many rows `--once` prints. */
const ROWS_SHOWN = 6;
/** The columns that `--once` prints: date, venue, area, job title, posted, booked, worked, true fulfilment. */
const COLUMNS_SHOWN = [0, 1, 2, 3, 4, 5, 9, 16];

// npm start [-- --once] [-- --port N] [-- --unconnected] [-- --warehouse]
const USAGE = 'The options are --once, --port N (1024 to 65535), --unconnected and --warehouse.';

/** Reads the command line; undefined when it is not understood. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        once: { type: 'boolean', default: false },
        port: { type: 'string', default: '0' },
        unconnected: { type: 'boolean', default: false },
        warehouse: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    const usable = Number.isInteger(port) && (port === 0 || (port >= 1024 && port <= 65_535));
    return usable ? { ...values, port } : undefined;
  } catch {
    return undefined;
  }
}

async function main(options: NonNullable<ReturnType<typeof readOptions>>): Promise<void> {
  const root = process.cwd();
  const { files, outDir: dist } = await buildAndCheck(root, {
    installation: 'bound',
    edition: options.warehouse ? 'warehouse' : 'sheets',
  });
  console.log(
    `Built ${files.map(({ name, bytes }) => `${name} (${Math.ceil(bytes / 1000)} kB)`).join(', ')}.`,
  );
  const { once, unconnected } = options;
  const clock = once ? 'virtual' : 'real';
  const demo = await startDemo({ root, dist, clock, unconnected, hasWarehouse: options.warehouse });
  console.log('The service runs on this machine, with two regions and five employers of invented data.');
  if (options.unconnected) sayCredentials(demo);
  else {
    sayRefreshed(demo);
    console.log(buildOverview(demo));
  }
  if (options.once) {
    if (!options.unconnected) printFirstRows(demo);
    await printWarehouse(demo);
    await demo.close();
    return;
  }
  const workbench = await startWorkbench({
    root,
    dist,
    ...demo,
    port: options.port,
  });
  console.log(
    `\nOpen ${workbench.url}\nin a browser: a spreadsheet with the add-on installed. Ctrl+C ends it.`,
  );
  process.once('SIGINT', async () => {
    await workbench.close();
    await demo.close();
    process.exit(0);
  });
}

function sayRefreshed(demo: Demo): void {
  const { name, region } = demo.server.demoEmployer;
  console.log(`${name} (${region}): ${connectDemo(demo)}`);
  demo.emulator.executions.length = 0;
  const message = refreshDemo(demo);
  const refresh = demo.emulator.executions.at(-1);
  const requests = refresh?.fetches === 1 ? 'one request' : `${refresh?.fetches} requests`;
  const counts = refresh ? ` (${refresh.wireCalls} service calls, ${requests})` : '';
  console.log(`Sheet “${DEMO_SHEET}”: ${message}${counts}`);
}

function sayCredentials({ server }: Demo): void {
  const { name, region, clientId, clientSecret } = server.demoEmployer;
  console.log(`Nothing is connected. These credentials of ${name} work:`);
  console.log(`  Region         ${region}\n  Client ID      ${clientId}\n  Client secret  ${clientSecret}`);
}

/** What the warehouse holds, and whether that is what the service says. */
async function printWarehouse({ warehouse, server, emulator }: Demo): Promise<void> {
  if (warehouse === null) return;
  const { place, tables } = await viewWarehouse(warehouse);
  console.log(`\nWarehouse ${place}:`);
  for (const { title, facts } of tables) console.log(`  ${title.padEnd(16)} ${facts}`);
  const { sentence } = await compareWithService({ server, warehouse, now: emulator.clock.now() });
  console.log(`  ${sentence}`);
}

function printFirstRows({ book }: Demo): void {
  const rows = Array.from({ length: ROWS_SHOWN + 1 }, (_, row) =>
    COLUMNS_SHOWN.map(
      (column) => book.cell(`${DEMO_SHEET}!${String.fromCharCode(65 + column)}${row + 1}`).display,
    ),
  );
  const widths = COLUMNS_SHOWN.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

const options = readOptions();
if (options === undefined) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  await main(options).catch((error: Error & { code?: string }) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error('Choose another port with --port N: this one is in use.');
    process.exit(1);
  });
}
