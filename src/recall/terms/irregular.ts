/** English words whose forms have no common beginning, which a stemmer therefore does not join. */

const FORMS = `
be am | arise arose arisen | awake awoke awoken | bear bore borne | beat beaten | become became
add added adding
begin began begun | bend bent | bind bound | bite bit bitten | bleed bled | blow blew blown
break broke broken | bring brought | build built | burn burnt | buy bought | catch caught
choose chose chosen | come came | creep crept | deal dealt | dig dug | draw drew drawn
dream dreamt | drink drank drunk | drive drove driven | eat ate eaten | fall fell fallen
feed fed | feel felt | fight fought | find found | flee fled | fly flew flown
forbid forbade forbidden | forget forgot forgotten | forgive forgave forgiven
freeze froze frozen | get got gotten | give gave given | go went gone | grow grew grown
hang hung | hear heard | hide hid hidden | hold held | keep kept | know knew known | lay laid
lead led | learn learnt | leave left | lend lent | lie lain | light lit | lose lost | make made
mean meant | meet met | pay paid | ride rode ridden | ring rang rung | rise rose risen | run ran
say said | see saw seen | seek sought | sell sold | send sent | shake shook shaken | shine shone
shoot shot | shrink shrank shrunk | sing sang sung | sink sank sunk | sit sat | sleep slept
slide slid | speak spoke spoken | spend spent | spin spun | stand stood | steal stole stolen
stick stuck | strike struck | swear swore sworn | sweep swept | swim swam swum | swing swung
take took taken | teach taught | tear tore torn | tell told | think thought | throw threw thrown
understand understood | wake woke woken | wear wore worn | weave wove woven | win won
withdraw withdrew withdrawn | write wrote written | child children | person people | man men
woman women | foot feet | tooth teeth | goose geese | mouse mice | wife wives | life lives
knife knives | half halves | leaf leaves | shelf shelves | thief thieves | index indices
vertex vertices | matrix matrices | criterion criteria | datum data | phenomenon phenomena
analysis analyses | hypothesis hypotheses | axis axes | good better best | bad worse worst
far further furthest
`;

/** The first form of each line stands for the others. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [first = '', ...others] = line.trim().split(' ');
      return others.map((form) => [form, first] as const);
    }),
);
