import { checkTokenRequest } from '../checks/issue-token';
import { type Answer, type ApiRequest, jsonAnswer } from '../http-message';
import type { Store } from '../store';
import { TOKEN_LIFETIME_SECONDS } from '../token-register';

/** Path of the token endpoint. Specification section 4.1. */
const TOKEN_PATH = '/oauth/v2/tokens';

/** Answers a request to the authorisation server. Specification sections 2.1 and 4.1. */
export function answerTokenRequest(request: ApiRequest, store: Store): Answer {
  if (request.path !== TOKEN_PATH) return jsonAnswer(404, { error: 'not_found' });
  if (request.method !== 'POST') {
    return jsonAnswer(405, { error: 'method_not_allowed' }, [['Allow', 'POST']]);
  }
  const check = checkTokenRequest(request, store);
  if (check.refusal !== undefined) return check.refusal;
  const { accessToken } = store.tokens.issue(check.employer);
  return jsonAnswer(
    200,
    {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      scope: 'employer_access',
    },
    // RFC 6749 §5.1.
    [
      ['Cache-Control', 'no-store'],
      ['Pragma', 'no-cache'],
    ],
  );
}
