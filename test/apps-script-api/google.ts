import { type HostAnswer, type HostProxy, type HostRequest, startHostProxy } from './host-proxy';
import { ScriptProjects } from './script-projects';
import { SignIn } from './sign-in';

/** What clasp needs of Google, on this machine. */
export interface LocalGoogle {
  readonly signIn: SignIn;
  readonly projects: ScriptProjects;
  readonly proxy: HostProxy;
  /** `PUT /v1/projects/…/content 200`, in the order of the answers. */
  readonly answered: string[];
}

/** The ID of each spreadsheet that is made. */
export const NEW_SPREADSHEET = 'spreadsheet-1';

/** Starts Google's sign-in and the Apps Script API behind a proxy on loopback. The caller closes the proxy. */
export async function startGoogle(): Promise<LocalGoogle> {
  const signIn = new SignIn();
  const projects = new ScriptProjects();
  const answered: string[] = [];
  const answers: Readonly<Record<string, (request: HostRequest) => HostAnswer>> = {
    'oauth2.googleapis.com': (request) => signIn.answerToken(request),
    'script.googleapis.com': (request) => projects.answer(request, signIn.scopesOf(request)),
    'www.googleapis.com': (request) => {
      const isFile = request.method === 'POST' && request.url.pathname === '/drive/v3/files';
      const needed = isFile ? 'drive.file' : 'userinfo.email';
      if (!signIn.scopesOf(request)?.some((scope) => scope.endsWith(`/${needed}`)))
        return { status: 401, body: { error: { code: 401, message: 'Invalid Credentials' } } };
      if (!isFile) return { status: 200, body: { id: '1', email: 'ann@a.example' } };
      return { status: 200, body: { kind: 'drive#file', id: NEW_SPREADSHEET, ...JSON.parse(request.body) } };
    },
  };
  const proxy = await startHostProxy(Object.keys(answers), (request) => {
    const answer = answers[request.host]?.(request) ?? { status: 404, body: {} };
    answered.push(`${request.method} ${request.host}${request.url.pathname} ${answer.status}`);
    return answer;
  });
  return { signIn, projects, proxy, answered };
}
