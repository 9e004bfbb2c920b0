import { MILLIS_PER_DAY, parseIsoDate, UNIX_EPOCH } from '../calendar/calendar-date';
import { type Region, SAMPLE_ADDRESSES, SAMPLE_CREDENTIALS } from '../employer-api/connection';
import type { Clock, HttpRequest, HttpResponse, HttpTransport, MakeId } from '../employer-api/ports';
import { type SampleMoment, sampleShifts } from './sample-shifts';

/** The numeric IDs of the sample employer's accounts; `me` is the same. */
const EMPLOYER_IDS: Readonly<Record<Region, number>> = { US: 900_001, UK: 900_002 };

/** The one token there is. It opens made-up figures only. */
const TOKEN = 'sample';

const TOKEN_LIFETIME_SECONDS = 3600;
/**
 * How far the sample employer's clock is from UTC. It is behind every clock of its region for most of the year, so that
 * no one there is shown a day to come.
 */
const CLOCK_HOURS: Readonly<Record<Region, number>> = { US: -8, UK: 0 };

const REPORT_URL =
  /^(https:\/\/[^/]+)\/v1\/reporting\/([^/?]+)\/reports\/shift_fulfilment\?from_date=([^&]*)&to_date=([^&]*)$/;

/** Whether a request is for the sample employer. */
function isForSample({ url }: Pick<HttpRequest, 'url'>): boolean {
  return SAMPLE_ORIGINS.some((origin) => url.startsWith(`${origin}/`));
}

const SAMPLE_ORIGINS = [
  SAMPLE_ADDRESSES.auth,
  SAMPLE_ADDRESSES.regions.US,
  SAMPLE_ADDRESSES.regions.UK,
] as const;

/**
 * Answers as the service would: a token for the sample's credentials, and the report for that token. Specification
 * sections 2, 4, 5 and 7. Nothing is ever slow, refused by allowance or down.
 *
 * @param now Milliseconds since 1970.
 * @param makeId Makes a correlation ID where the request brings none.
 */
export function answerSample(request: HttpRequest, now: number, makeId: () => string): HttpResponse {
  const sent = { date: new Date(now).toUTCString() };
  if (request.url === `${SAMPLE_ADDRESSES.auth}/oauth/v2/tokens`) return answerToken(request, sent);
  const correlationId = request.headers['X-Correlation-ID'] ?? makeId();
  return answerReport(request, now, { ...sent, 'x-correlation-id': correlationId });
}

function answerToken({ body }: HttpRequest, sent: Readonly<Record<string, string>>): HttpResponse {
  const { clientId, clientSecret } = SAMPLE_CREDENTIALS;
  const form: Readonly<Record<string, string>> = 'form' in body ? body.form : {};
  if (form.client_id !== clientId || form.client_secret !== clientSecret) {
    return json(401, { error: 'invalid_client' }, sent);
  }
  const granted = { token_type: 'Bearer', expires_in: TOKEN_LIFETIME_SECONDS, scope: 'employer_access' };
  return json(200, { access_token: TOKEN, ...granted }, sent);
}

function answerReport(
  { url, headers }: HttpRequest,
  now: number,
  traced: Readonly<Record<string, string>>,
): HttpResponse {
  const [, origin, employer, from = '', to = ''] = REPORT_URL.exec(url) ?? [];
  const region = (['US', 'UK'] as const).find((one) => SAMPLE_ADDRESSES.regions[one] === origin);
  if (region === undefined) return refuse(404, traced);
  if (headers.Authorization !== `Bearer ${TOKEN}`) return refuse(401, traced);
  const employerId = EMPLOYER_IDS[region];
  if (employer !== 'me' && employer !== String(employerId)) return refuse(403, traced);
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)];
  if (first === undefined || last === undefined || first > last) return refuse(400, traced);
  const answer = {
    request: { employer_id: employerId, deployment_code: region, from_date: from, to_date: to },
    report: { shifts: sampleShifts(region, { from: first, to: last }, momentIn(region, now)) },
    metadata: { employer_id: employerId, generated_at: new Date(now).toISOString() },
  };
  return json(200, answer, traced);
}

function momentIn(region: Region, now: number): SampleMoment {
  const days = (now + CLOCK_HOURS[region] * 3_600_000) / MILLIS_PER_DAY;
  const whole = Math.floor(days);
  return { today: whole + UNIX_EPOCH, dayPart: days - whole };
}

function refuse(status: number, headers: Readonly<Record<string, string>>): HttpResponse {
  return json(status, { status }, headers);
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>>): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    text: JSON.stringify(body),
  };
}

/**
 * Answers requests for the sample employer in-process, and hands every other one to the transport behind it.
 *
 * The address alone decides: no request for the sample leaves, and none for the service is answered here.
 */
export class SampleTransport implements HttpTransport {
  constructor(
    private readonly service: HttpTransport,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly makeId: MakeId,
  ) {}

  send(request: HttpRequest): HttpResponse | undefined {
    return isForSample(request) ? this.answer(request) : this.service.send(request);
  }

  sendAll(requests: readonly HttpRequest[]): (HttpResponse | undefined)[] {
    const others = requests.filter((request) => !isForSample(request));
    const answers = others.length > 0 ? this.service.sendAll(others) : [];
    let next = 0;
    return requests.map((request) => {
      if (isForSample(request)) return this.answer(request);
      next += 1;
      return answers[next - 1];
    });
  }

  private answer(request: HttpRequest): HttpResponse {
    return answerSample(request, this.clock.now(), this.makeId);
  }
}
