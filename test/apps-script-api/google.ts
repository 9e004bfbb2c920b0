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

/** Starts Google's sign-in and the Apps Script API behind a proxy on loopback. The caller closes the proxy. */
export async function startGoogle(): Promise<LocalGoogle> {
  const signIn = new SignIn();
  const projects = new ScriptProjects();
  const answered: string[] = [];
  const answers: Readonly<Record<string, (request: HostRequest) => HostAnswer>> = {
    'oauth2.googleapis.com': (request) => signIn.answerToken(request),
    'script.googleapis.com': (request) => projects.answer(request, signIn.scopesOf(request)),
    'www.googleapis.com': (request) =>
      signIn.scopesOf(request)?.some((scope) => scope.endsWith('/userinfo.email'))
        ? { status: 200, body: { id: '1', email: 'ann@a.example' } }
        : { status: 401, body: { error: { code: 401, message: 'Invalid Credentials' } } },
  };
  const proxy = await startHostProxy(Object.keys(answers), (request) => {
    const answer = answers[request.host]?.(request) ?? { status: 404, body: {} };
    answered.push(`${request.method} ${request.host}${request.url.pathname} ${answer.status}`);
    return answer;
  });
  return { signIn, projects, proxy, answered };
}
