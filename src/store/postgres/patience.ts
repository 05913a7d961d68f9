/** The time that is left before a deadline. */

export class Patience {
  private readonly endsAt: number;

  constructor(ms: number) {
    this.endsAt = performance.now() + ms;
  }

  get leftMs(): number {
    return Math.max(0, Math.ceil(this.endsAt - performance.now()));
  }

  get isOver(): boolean {
    return this.leftMs === 0;
  }
}
