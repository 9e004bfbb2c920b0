import type { Clock, HttpRequest, HttpResponse, HttpTransport, MakeId } from '../employer-api/ports';
import { answerSample, isForSample } from './sample-service';

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
