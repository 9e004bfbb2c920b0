import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readServiceAddresses } from '../../build/addresses';
import { buildAddOn } from '../../build/bundle';
import { adviceOn, findClasp, listOtherFiles, readScriptId } from '../../build/clasp';
import { readBuildChoices } from '../../build/command';
import { accountScript } from '../account-hour/script';

const PROJECT = process.cwd();
const SCRIPT_ID = '1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX3yZ4';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-push-'));
  cpSync(resolve(PROJECT, 'test/fixtures/build/01-one-function'), folder, { recursive: true });
  symlinkSync(resolve(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'build'));
  writeAddresses('company.com');
  writeClaspProject(SCRIPT_ID);
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writeAddresses(domain: string): void {
  const regions = { US: `https://us.${domain}`, UK: `https://uk.${domain}` };
  const text = JSON.stringify({ auth: `https://auth.${domain}`, regions, reports: {} });
  writeFileSync(join(folder, 'build/service-addresses.json'), text);
}

function writeClaspProject(scriptId: string): void {
  writeFileSync(join(folder, '.clasp.json'), JSON.stringify({ scriptId, rootDir: 'build/dist' }));
}

/** Runs in the copied project, where nobody is signed in to Google. */
function run(script: string, ...args: string[]) {
  const command = ['--import', 'tsx', script, ...args];
  const env = { ...process.env, HOME: folder, FORCE_COLOR: '0', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

const push = (...args: string[]) => run(resolve(PROJECT, 'build/push.ts'), ...args);

describe('pushing', () => {
  test('refuses placeholder addresses in one sentence, before it builds', () => {
    writeAddresses('shift-marketplace.example');
    expect(push()).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Put the real addresses of the service into build/service-addresses.json before pushing.\n',
    });
    expect(readdirSync(join(folder, 'build'))).toEqual(['service-addresses.json']);
  });

  test('refuses the placeholder of the script in one sentence', () => {
    writeClaspProject('REPLACE_WITH_YOUR_SCRIPT_ID');
    expect(push()).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Put the ID of your Apps Script project into .clasp.json (scriptId) before pushing.\n',
    });
  });
});

describe('what clasp prints', () => {
  // Texts of clasp, of Google and of Node as people have reported them.
  test.each([
    ['{"error":"invalid_grant","error_description":"reauth related error (invalid_rapt)"}', 'Sign in again'],
    ['No refresh token is set.', 'Sign in again'],
    ['No credentials found.', 'Sign in with npx clasp login'],
    ['Error 400: admin_policy_enforced', 'Ask your administrator to trust the app clasp'],
    [
      'User has not enabled the Apps Script API. Enable it by visiting …',
      'Switch the Google Apps Script API on',
    ],
    ['Requested entity was not found.', 'Copy the script ID'],
    ['The caller does not have permission', 'Ask the owner of the script project'],
    ['Insufficient Permission', 'Sign in again with npx clasp login and tick every permission'],
    [
      "Quota exceeded for quota metric 'Write requests' of service 'script.googleapis.com'",
      'Wait some minutes',
    ],
    ['Rate Limit Exceeded', 'Wait some minutes'],
    ['Internal error encountered.', 'Push again in some minutes'],
    ['The service is currently unavailable.', 'Push again in some minutes'],
    [
      'request to https://script.googleapis.com/ failed, reason: getaddrinfo ENOTFOUND',
      'Check the connection',
    ],
    ['unable to get local issuer certificate', 'Check the connection'],
    ['Unexpected token \'<\', "<html>" is not valid JSON', 'Delete .clasprc.json'],
  ])('%s: %s', (printed, begins) => {
    expect(adviceOn(`${printed}\n`)?.startsWith(begins)).toBe(true);
  });
});

describe('what clasp would push', () => {
  test('is exactly the three built files', async () => {
    const addresses = readServiceAddresses(join(folder, 'build/service-addresses.json'));
    await buildAddOn({ addresses, root: folder, outDir: join(folder, 'build/dist') });
    const { status, stdout } = run(findClasp(PROJECT), 'show-file-status', '--json');
    expect(status).toBe(0);
    const { filesToPush, untrackedFiles } = JSON.parse(stdout) as Record<string, string[]>;
    expect(filesToPush?.sort()).toEqual([
      'build/dist/Code.js',
      'build/dist/Sidebar.html',
      'build/dist/appsscript.json',
    ]);
    expect(untrackedFiles).toEqual([]);
  });
});

describe('the command line', () => {
  test.each([
    [[], 'bound', 'sheets'],
    [['--installation', 'add-on'], 'add-on', 'sheets'],
    [['--installation=bound'], 'bound', 'sheets'],
    [['--edition', 'warehouse'], 'bound', 'warehouse'],
    [['--edition=sheets', '--installation=add-on'], 'add-on', 'sheets'],
  ])('%j means %s, %s', (args, installation, edition) => {
    expect(readBuildChoices(args)).toEqual({ installation, edition });
  });

  test.each([
    [['--install', 'add-on']],
    [['add-on']],
    [['--installation']],
    [['--edition']],
    [['--installation', 'sheets']],
    [['--edition', 'bigquery']],
  ])('refuses %j', (args) => {
    expect(() => readBuildChoices(args)).toThrow('--installation');
  });
});

describe('the ID of the script', () => {
  test('is read from .clasp.json', () => {
    expect(readScriptId(join(folder, '.clasp.json'))).toBe(SCRIPT_ID);
  });

  test.each(['', 'YOUR_SCRIPT_ID_GOES_IN_HERE', 'too-short', `${SCRIPT_ID}/../x`])(
    'is refused as %j',
    (scriptId) => {
      writeClaspProject(scriptId);
      expect(() => readScriptId(join(folder, '.clasp.json'))).toThrow(
        'Put the ID of your Apps Script project',
      );
    },
  );

  test('is missed in a file that is not there', () => {
    expect(() => readScriptId(join(folder, 'none.json'))).toThrow('Restore .clasp.json from the repository');
  });

  test.each(['{ "scriptId": ', 'null', '[]', '{}'])('is refused in %j', (text) => {
    writeFileSync(join(folder, '.clasp.json'), text);
    expect(() => readScriptId(join(folder, '.clasp.json'))).toThrow(/\.clasp\.json/);
  });

  test.each([undefined, '', '.', 'build'])('is refused beside the folder %j', (rootDir) => {
    writeFileSync(join(folder, '.clasp.json'), JSON.stringify({ scriptId: SCRIPT_ID, rootDir }));
    expect(() => readScriptId(join(folder, '.clasp.json'))).toThrow(
      'Set rootDir to build/dist in .clasp.json; otherwise clasp pushes other files than the built ones.',
    );
  });
});

describe('what a push would delete', () => {
  const manifest = { 'appsscript.json': '{}' };
  const own = { 'Code.js': '"use strict";\nvar ShiftReports = (() => {})();', 'Sidebar.html': '<p>' };

  test.each([
    ['a new project', { ...manifest, 'Code.js': 'function myFunction() {\n  \n}\n' }, []],
    ['a new project in Polish', { ...manifest, 'Kod.js': 'function myFunction() {\n\n}\n' }, []],
    ['an empty project', manifest, []],
    ['an earlier version of the add-on', { ...manifest, ...own }, []],
    ['the questions for an account', { ...manifest, 'Code.js': accountScript()['Code.js'] }, []],
    ['macros beside the add-on', { ...manifest, ...own, 'Macros.js': 'function tidy() {}' }, ['Macros.js']],
    [
      'another script',
      { ...manifest, 'Code.js': 'function onOpen() {}', 'a/B.html': 'x' },
      ['Code.js', 'a/B.html'],
    ],
    ['a page of another script', { ...manifest, 'Sidebar.html': '<p>' }, ['Sidebar.html']],
  ])('in %s', (_name, texts, others) => {
    expect(listOtherFiles(texts)).toEqual(others);
  });
});
