import { randomBytes } from 'node:crypto';
import type { HostAnswer, HostRequest } from './host-proxy';

/** `File` of the Apps Script API. */
export interface ScriptFile {
  readonly name: string;
  readonly type: 'SERVER_JS' | 'HTML' | 'JSON';
  readonly source: string;
}

/** `Version` of the Apps Script API. */
interface ScriptVersion {
  readonly scriptId: string;
  readonly versionNumber: number;
  readonly description: string;
  readonly createTime: string;
}

/** A script project and what the person who asks may do with it. */
export interface ScriptProject {
  readonly scriptId: string;
  readonly title: string;
  /** ID of the spreadsheet that it is bound to. */
  readonly parentId?: string;
  /** False for a project that others have shared for reading only. */
  readonly mayEdit: boolean;
  files: readonly ScriptFile[];
  readonly versions: ScriptVersion[];
}

/** What script.google.com puts into a new project. */
export const NEW_PROJECT_FILES: readonly ScriptFile[] = [
  { name: 'appsscript', type: 'JSON', source: '{\n  "timeZone": "Europe/London",\n  "dependencies": {}\n}' },
  { name: 'Code', type: 'SERVER_JS', source: 'function myFunction() {\n  \n}\n' },
];

const PROJECTS_SCOPE = 'https://www.googleapis.com/auth/script.projects';
/** The scope that lets an application read projects, beside the one above. */
const READING = [PROJECTS_SCOPE, `${PROJECTS_SCOPE}.readonly`];

const API_OFF =
  'User has not enabled the Apps Script API. Enable it by visiting https://script.google.com/home/usersettings then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.';

/**
 * The part of the Apps Script API that a push and a version need, with the paths and members of its discovery document
 * (script v1) and the error texts that are reported of it.
 */
export class ScriptProjects {
  readonly #projects = new Map<string, ScriptProject>();
  /** The switch on script.google.com/home/usersettings. */
  isApiOn = true;
  /** How many of the next requests are answered with 429. */
  limitedRequests = 0;

  add(project: Omit<ScriptProject, 'versions'>): ScriptProject {
    const added = { ...project, versions: [] };
    this.#projects.set(project.scriptId, added);
    return added;
  }

  /** The projects bound to a spreadsheet, by its ID, or to none. */
  boundTo(parentId: string | undefined): ScriptProject[] {
    return [...this.#projects.values()].filter((project) => project.parentId === parentId);
  }

  /** Answers `https://script.googleapis.com`. */
  answer({ method, url, body }: HostRequest, scopes: readonly string[] | undefined): HostAnswer {
    if (scopes === undefined) {
      const text =
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.';
      return failure(401, 'UNAUTHENTICATED', text, 'Invalid Credentials', 'authError');
    }
    if (this.limitedRequests > 0) {
      this.limitedRequests--;
      return failure(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).');
    }
    const needed = method === 'GET' ? READING : [PROJECTS_SCOPE];
    if (!needed.some((scope) => scopes.includes(scope))) {
      const text = 'Request had insufficient authentication scopes.';
      return failure(403, 'PERMISSION_DENIED', text, 'Insufficient Permission', 'insufficientPermissions');
    }
    if (!this.isApiOn) return failure(403, 'PERMISSION_DENIED', API_OFF);
    if (method === 'POST' && url.pathname === '/v1/projects') return this.#create(JSON.parse(body));
    const [, scriptId = '', part = ''] = /^\/v1\/projects\/([^/]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const project = this.#projects.get(scriptId);
    if (project === undefined) return failure(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (method !== 'GET' && !project.mayEdit)
      return failure(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    switch (`${method} ${part}`) {
      case 'GET content':
        return { status: 200, body: { scriptId, files: project.files } };
      case 'PUT content':
        return replaceContent(project, JSON.parse(body).files ?? []);
      case 'GET versions':
        return { status: 200, body: { versions: [...project.versions].reverse() } };
      case 'POST versions':
        return createVersion(project, JSON.parse(body).description ?? '');
      default:
        return failure(404, 'NOT_FOUND', 'Method not found.');
    }
  }

  #create({ title = '', parentId }: { readonly title?: string; readonly parentId?: string }): HostAnswer {
    const scriptId = `1${randomBytes(20).toString('hex')}`;
    const bound = parentId === undefined ? {} : { parentId };
    this.add({ scriptId, title, ...bound, mayEdit: true, files: NEW_PROJECT_FILES });
    return { status: 200, body: { scriptId, title, ...bound } };
  }
}

function replaceContent(project: ScriptProject, files: readonly ScriptFile[]): HostAnswer {
  if (!files.some(({ name, type }) => name === 'appsscript' && type === 'JSON')) {
    const text = 'Project contents must include a manifest file named appsscript.';
    return failure(400, 'INVALID_ARGUMENT', text);
  }
  const names = files.map(({ name, type }) => `${type} ${name}`);
  const isKnown = files.every(({ type }) => ['SERVER_JS', 'HTML', 'JSON'].includes(type));
  if (!isKnown || new Set(names).size !== names.length)
    return failure(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
  project.files = files;
  return { status: 200, body: { scriptId: project.scriptId, files } };
}

function createVersion({ scriptId, versions }: ScriptProject, description: string): HostAnswer {
  const version = {
    scriptId,
    versionNumber: versions.length + 1,
    description,
    createTime: new Date().toISOString(),
  };
  versions.push(version);
  return { status: 200, body: version };
}

/** The form of errors of Google's APIs; `errors` holds the older text where it differs. */
function failure(
  code: number,
  status: string,
  message: string,
  olderMessage = message,
  reason = 'forbidden',
): HostAnswer {
  const errors = [{ message: olderMessage, domain: 'global', reason }];
  return { status: code, body: { error: { code, message, errors, status } } };
}
