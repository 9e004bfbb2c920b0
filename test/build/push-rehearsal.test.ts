import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BUILT_FILE_NAMES } from '../../build/built-files';
import { adviceOn, findClasp } from '../../build/run-clasp';
import { type LocalGoogle, NEW_SPREADSHEET, startGoogle } from '../apps-script-api/google';
import { NEW_PROJECT_FILES, type ScriptFile, type ScriptProject } from '../apps-script-api/script-projects';
import { accountScript } from '../conformance/account-script';

/*
 * The installation as the documentation has it, with the real clasp in processes of its own and Google's part on this
 * machine. docs/decisions/0003-installation-and-push.md says how, and what it cannot show.
 */

const PROJECT = process.cwd();
const SCRIPT_ID = '1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX3yZ4';
const COPIED = ['package.json', 'appsscript.json', 'src', 'tsconfig.base.json'];
const SCOPE = 'https://www.googleapis.com/auth/';

/** How a command ended, and what it printed. */
interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let google: LocalGoogle;
let project: ScriptProject;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-rehearsal-'));
  for (const name of COPIED) cpSync(resolve(PROJECT, name), join(folder, name), { recursive: true });
  cpSync(resolve(PROJECT, 'build'), join(folder, 'build'), {
    recursive: true,
    filter: (path) =>
      !/\/build\/(dist|cache|releases|conformance|questions)\b/.test(path.replaceAll('\\', '/')),
  });
  for (const name of ['node_modules', 'test']) symlinkSync(resolve(PROJECT, name), join(folder, name));
  const regions = { US: 'https://us.company.com', UK: 'https://uk.company.com' };
  const addresses = JSON.stringify({ auth: 'https://auth.company.com', regions, reports: {} });
  writeFileSync(join(folder, 'build/service-addresses.json'), addresses);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  google = await startGoogle();
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, google.proxy.certificate);
  environment = {
    ...process.env,
    HOME: folder,
    HTTPS_PROXY: google.proxy.url,
    NO_PROXY: '',
    NODE_EXTRA_CA_CERTS: authority,
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
  };
  project = addProject(SCRIPT_ID, NEW_PROJECT_FILES);
  useScript(SCRIPT_ID);
});
afterEach(() => {
  google.proxy.close();
  rmSync(join(folder, '.clasprc.json'), { force: true });
  // Whatever happened, nothing asked for a host that is not on this machine.
  expect(google.proxy.refusedHosts).toEqual([]);
});

function addProject(scriptId: string, files: readonly ScriptFile[], mayEdit = true): ScriptProject {
  return google.projects.add({ scriptId, title: 'Shift Reports', mayEdit, files });
}

function useScript(scriptId: string): void {
  writeFileSync(join(folder, '.clasp.json'), JSON.stringify({ scriptId, rootDir: 'build/dist' }));
}

/** Runs a program in the copied project. What it prints is given to `react` with a way to type. */
function run(
  program: string,
  args: readonly string[],
  react: (printed: string, type: (line: string) => void) => void = () => undefined,
): Promise<Ended> {
  return new Promise((end, fail) => {
    const child = spawn(program, args, { cwd: folder, env: environment });
    const printed = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      printed.stdout += chunk;
      react(printed.stdout, (line) => child.stdin.write(`${line}\n`));
    });
    child.stderr.on('data', (chunk) => {
      printed.stderr += chunk;
    });
    child.on('error', fail);
    child.on('close', (status) => end({ status, ...printed }));
  });
}

const clasp = (...args: string[]) => run(process.execPath, [findClasp(PROJECT), ...args]);
/** Without npm, which takes as long to start as the rest. */
const push = () => run(process.execPath, ['--import', 'tsx', 'build/push.ts']);

/** What a push says where Google refuses the files themselves: clasp alone, without another build. */
async function advised(): Promise<string | undefined> {
  const { status, stderr } = await clasp('push', '--force');
  expect(status).toBe(1);
  return adviceOn(stderr);
}

/** Saves a sign-in of some time ago, in the form in which clasp saves it. */
function signedIn(...scopes: string[]): void {
  const { access_token, refresh_token } = google.signIn.earlier(scopes.map((scope) => `${SCOPE}${scope}`));
  const client = { client_id: 'clasp', client_secret: 'secret-of-clasp', type: 'authorized_user' };
  const tokens = { default: { ...client, refresh_token, access_token } };
  writeFileSync(join(folder, '.clasprc.json'), JSON.stringify({ tokens }));
}

/** Signs in as a person at a terminal does, by the page that clasp names. */
async function signIn(tick: (scope: string) => boolean = () => true): Promise<void> {
  let isPasted = false;
  const { status } = await run(
    process.execPath,
    [findClasp(PROJECT), 'login', '--no-localhost'],
    (printed, type) => {
      const page = /https:\/\/accounts\.google\.com\/\S+/.exec(printed)?.[0];
      if (isPasted || page === undefined || !printed.includes('paste it here')) return;
      isPasted = true;
      type(google.signIn.consent(new URL(page), tick).href);
    },
  );
  expect(status).toBe(0);
}

function built(): Record<string, string> {
  return Object.fromEntries(
    BUILT_FILE_NAMES.map((name) => [name, readFileSync(join(folder, 'build/dist', name), 'utf8')]),
  );
}

function contentOf({ files }: Pick<ScriptProject, 'files'> = { files: [] }): Record<string, string> {
  const endings = { SERVER_JS: '.js', HTML: '.html', JSON: '.json' };
  return Object.fromEntries(files.map(({ name, type, source }) => [`${name}${endings[type]}`, source]));
}

const arrived = () => contentOf(project);

describe('the whole way', () => {
  test('of an add-on: sign in, push, make a version; the script gets what was built', async () => {
    await signIn();
    const pushed = await run('npm', ['run', '--silent', 'push', '--', '--installation', 'add-on']);

    expect(pushed.stderr).toBe('');
    expect(pushed.status).toBe(0);
    expect(pushed.stdout).toContain('Pushed 3 files');
    expect(pushed.stdout).toContain('Pushed. For people to get it, in this order:');
    expect(pushed.stdout).toContain(`script ID ${SCRIPT_ID} and that number`);
    expect(arrived()).toEqual(built());
    expect(JSON.parse(arrived()['appsscript.json'] ?? '').urlFetchWhitelist).toEqual([
      'https://auth.company.com/',
      'https://uk.company.com/',
      'https://us.company.com/',
    ]);

    const command = /npx clasp (create-version) "([^"]+)"/.exec(pushed.stdout) ?? [];
    const version = await clasp(command[1] ?? '', command[2] ?? '');
    expect(version).toMatchObject({ status: 0, stdout: 'Created version 1\n' });
    expect(project.versions).toMatchObject([{ versionNumber: 1, description: command[2] }]);
    expect((await clasp('list-versions')).stdout).toContain(`1 - ${command[2]}`);

    const saved = JSON.parse(readFileSync(join(folder, '.clasprc.json'), 'utf8')).tokens.default;
    for (const secret of [saved.access_token, saved.refresh_token]) {
      expect(secret).toMatch(/^\S{10}/);
      expect(pushed.stdout + version.stdout).not.toContain(secret);
    }

    // A version is all that is made; a deployment is not needed.
    expect(google.answered.filter((one) => /POST|PUT/.test(one))).toEqual([
      'POST oauth2.googleapis.com/token 200',
      `PUT script.googleapis.com/v1/projects/${SCRIPT_ID}/content 200`,
      `POST script.googleapis.com/v1/projects/${SCRIPT_ID}/versions 200`,
    ]);
  });

  test('of a bound script: the questions make way for it, and an ended access token is renewed', async () => {
    signedIn('script.projects');
    google.signIn.expireAccess();
    google.projects.limitedRequests = 1;
    const { 'Code.js': code, 'appsscript.json': manifest } = accountScript();
    project.files = [
      { name: 'appsscript', type: 'JSON', source: manifest },
      { name: 'Code', type: 'SERVER_JS', source: code },
    ];
    const pushed = await push();

    expect(pushed).toMatchObject({ status: 0, stderr: '' });
    expect(pushed.stdout).toMatch(/Pushed\. Reload open spreadsheets to get new functions\.\n$/);
    expect(arrived()).toEqual(built());
  });

  test('of the questions for an account, by the commands of its page', async () => {
    signedIn('script.projects', 'drive.file');
    const page = readFileSync(join(PROJECT, 'docs/account-hour.md'), 'utf8');
    const [inSpreadsheet = '', inProject = ''] = [...page.matchAll(/```\n([^`]+)```/g)].map(
      ([, block]) => block,
    );
    const shell = (commands: string) => run('sh', ['-ec', commands.replaceAll('YOUR SCRIPT ID', SCRIPT_ID)]);
    expect(await run('npm', ['run', '--silent', 'conformance', '--', '--script'])).toMatchObject({
      status: 0,
    });
    const made = await shell(inSpreadsheet);
    expect(made).toMatchObject({ status: 0 });
    expect(made.stdout).toContain(`https://drive.google.com/open?id=${NEW_SPREADSHEET}`);
    const [bound] = google.projects.boundTo(NEW_SPREADSHEET);
    expect(contentOf(bound)).toEqual(accountScript());

    const versioned = await shell(inProject);
    expect(versioned).toMatchObject({ status: 0 });
    expect(versioned.stdout).toContain('Created version 1\n');
    expect(arrived()).toEqual(accountScript());
  });

  test('ends before the push when a check does not accept the bundle', async () => {
    signedIn('script.projects');
    const main = join(folder, 'src/main.ts');
    const text = readFileSync(main, 'utf8');
    writeFileSync(join(folder, 'src/double.ts'), 'export function DOUBLE(): number {\n  return 2;\n}\n');
    writeFileSync(
      main,
      text.replace(/export \{ onInstall, onOpen \}.*/, "export { DOUBLE } from './double';"),
    );
    try {
      const { status, stdout, stderr } = await push();
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('Code.js: The entry point onOpen is missing.\n');
      expect(stderr).toContain('Code.js: It declares DOUBLE, which anyone could call');
      expect(google.answered.filter((one) => one.startsWith('PUT'))).toEqual([]);
    } finally {
      writeFileSync(main, text);
    }
  });
});

describe('what a push says to a person', () => {
  const NOT_PUSHED = () => expect(arrived()['Code.js']).toBe(NEW_PROJECT_FILES[1]?.source);
  const refusal = (sentence: string) => ({ status: 1, stdout: '', stderr: `${sentence}\n` });

  test('who has not signed in', async () => {
    expect(await push()).toEqual(
      refusal(
        'Sign in with npx clasp login and tick every permission; clasp is not signed in on this computer.',
      ),
    );
    expect(google.answered).toEqual([]);
  });

  test('whose sign-in has expired', async () => {
    signedIn('script.projects');
    google.signIn.revokeAll();
    expect(await push()).toEqual(
      refusal('Sign in again with npx clasp login; the earlier sign-in has expired or was withdrawn.'),
    );
    NOT_PUSHED();
  });

  test('who left the boxes of scripts unticked', async () => {
    const sentence =
      'Sign in again with npx clasp login and tick every permission; one that clasp needs was left out.';
    await signIn((scope) => !scope.startsWith(`${SCOPE}script.`));
    expect(await push()).toEqual(refusal(sentence));
    NOT_PUSHED();
  });

  test('who may read scripts by the sign-in, but not change them', async () => {
    signedIn('script.projects.readonly');
    expect(await advised()).toBe(
      'Sign in again with npx clasp login and tick every permission; one that clasp needs was left out.',
    );
    NOT_PUSHED();
  });

  test('whose saved sign-in is damaged', async () => {
    writeFileSync(join(folder, '.clasprc.json'), '{ "tokens": {');
    expect(await push()).toEqual(
      refusal(
        'Delete .clasprc.json in your home folder and sign in again with npx clasp login; the saved sign-in cannot be read.',
      ),
    );
  });

  test('who has not switched the Apps Script API on', async () => {
    signedIn('script.projects');
    google.projects.isApiOn = false;
    expect(await push()).toEqual(
      refusal(
        'Switch the Google Apps Script API on at script.google.com/home/usersettings, wait some minutes, and push again; it is off for this account.',
      ),
    );
    NOT_PUSHED();
  });

  test('who has sent too many requests', async () => {
    signedIn('script.projects');
    google.projects.limitedRequests = 100;
    expect(await push()).toEqual(
      refusal('Wait some minutes, then push again; Google has had too many requests from this account.'),
    );
    NOT_PUSHED();
  });

  test('who mistyped the script ID', async () => {
    signedIn('script.projects');
    useScript(`${SCRIPT_ID}x`);
    expect(await push()).toEqual(
      refusal(
        'Copy the script ID from Project settings into .clasp.json again, or sign in as someone who can open that project; Google finds no script with this ID.',
      ),
    );
  });

  test('who took the script ID of another project, whose code stays', async () => {
    signedIn('script.projects');
    const other = `${SCRIPT_ID.slice(0, -1)}9`;
    const files: ScriptFile[] = [
      ...NEW_PROJECT_FILES.slice(0, 1),
      { name: 'Invoices', type: 'SERVER_JS', source: 'function send() { return 1; }' },
      { name: 'pages/Letter', type: 'HTML', source: '<p>Dear</p>' },
    ];
    const { files: before } = addProject(other, files);
    useScript(other);
    expect(await push()).toEqual(
      refusal(
        'Put the script ID of a new project, or of one with Shift Reports, into .clasp.json; this one also holds Invoices, pages/Letter.html, which would be deleted.',
      ),
    );
    expect(before).toEqual(files);
    expect(google.answered.some((one) => one.startsWith('PUT'))).toBe(false);
  });

  test('who may see the project but not edit it', async () => {
    signedIn('script.projects');
    const other = `${SCRIPT_ID.slice(0, -1)}8`;
    addProject(other, NEW_PROJECT_FILES, false);
    useScript(other);
    expect(await advised()).toBe(
      'Ask the owner of the script project for the right to edit it, or sign in as someone who has it with npx clasp login; this account may not change it.',
    );
  });

  test('whose .clasp.json is broken, before anything is built or asked', async () => {
    rmSync(join(folder, 'build/dist'), { recursive: true, force: true });
    writeFileSync(join(folder, '.clasp.json'), '{ "scriptId": "1aB');
    expect(await push()).toEqual(
      refusal('Restore .clasp.json from the repository and put your script ID into it; it cannot be read.'),
    );
    expect(existsSync(join(folder, 'build/dist'))).toBe(false);
    expect(google.answered).toEqual([]);
  });

  test('who is offline', async () => {
    signedIn('script.projects');
    google.proxy.close();
    expect(await push()).toEqual(
      refusal(
        'Check the connection to the internet and the proxy settings, then push again; Google could not be reached.',
      ),
    );
  });
});
