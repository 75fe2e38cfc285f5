/** The verbs that function names may begin with. Add one only if readers understand it at once. */
export const VERBS = new Set(
  `
  abandon abort accept acquire act activate adapt add address adjust administer admit adopt advance advise dress hear
  agree align allocate allow announce answer append apply approve archive arrange arrive ask assemble
  assert assign attach attack attempt audit authenticate authorize await backfill balance bar base
  batch begin bench bind block bootstrap borrow bound box break broadcast buffer build bump bundle
  cache calculate call cancel capitalize capture carry cast catch center change charge check choose chop
  claim clamp classify clean cleanse clear click clip clone close cluster coarsen code coerce collapse
  collect combine commit compact compare compile complete compose compress compute concat conclude
  configure confirm connect consent consider construct consume contain continue convert coordinate
  copy correct count cover create crop cross cut cycle deactivate debounce decide declare decline
  decode decompress decorate decrypt deduplicate defer define deflate delay delegate delete deliver
  deny depend derive describe deserialize destroy detach detect determine digest dim disable discard
  disconnect discover dismiss dispatch display distribute divide do download draft drag drain draw
  drop dump duplicate edit embed emit empty enable enclose encode encrypt end enforce enlarge enqueue
  ensure enter enumerate erase escape establish estimate evaluate evict examine exceed exchange
  exclude execute exit expand expect expire explain export expose express extend extract fail fall
  favor fetch fill filter finalize find finish fit fix flag flatten flip flush focus fold follow
  forbid force forget fork format forward freeze gather generate get give go grant group grow guard
  guess halt hand handle hash hasten have head hide hint hold hook identify ignore implement import
  include increase increment indent index infer inflate inform inherit initialize inject inline insert
  inspect install instantiate interrupt intersect invalidate invert invite invoke isolate issue
  iterate join judge jump keep kill label lack launch lay lead learn leave let lift limit link list
  listen load locate lock log look lookup lose lower main maintain make manage map mark mask
  match materialize measure memoize mention merge migrate minimize mint mirror mix modify monitor
  mount move multiply mute name narrow navigate negate negotiate normalize note notice notify
  number observe obtain offer omit open order outline overlap override overwrite own pack pad
  paint pair parse partition pass paste patch pause pay peek peel perform permit persist pick pin ping
  place plan play point poll pop populate position post postpone predict prefer prefix prepare present
  preserve press preview print probe proceed process produce project promise promote propose protect
  prove provide prune publish pull purge push put qualify query queue quit quote raise rank rate reach
  react read rearrange rebase rebuild recall receive recheck reclaim recognize reconcile reconnect
  record recover redact redeem redirect redo redraw reduce reencode refer refill refine refresh refuse
  register reject rejoin relate relax release reload relocate rely remember remind remove rename
  render renew reopen reorder repair repeat replace replay reply report request require rerun rescale
  reseal resemble resend reset resize resolve respond restart restore restrict resume retain rethrow
  retire retry return reveal reverse review revoke rewind rewrite ring roll rotate round route run
  sample save say scale scan schedule score scroll seal search secure seed seek segment select send
  separate serialize serve set settle shake shape share shift shorten show shrink shuffle shut sign
  simplify skip slice smooth snap snapshot sniff solve sort spawn split spool spread stack stamp
  stand standardize start stash stay step stop store straighten stream stretch stringify strip submit
  subscribe subset substitute subtract succeed suggest suit sum summarize supersede supply support
  suspend swap sweep switch sync synchronize tag take talk tally tap tell terminate test throttle
  throw tick tidy time toggle tokenize touch trace track train transfer transform translate transpose
  traverse treat trigger trim truncate try tune turn type unarchive unbind undo unescape unfold unify
  uninstall unlink unlock unmount unpack unregister unschedule unsubscribe unsuspend unwrap update
  upgrade upload use validate verify view visit void vote wait wake walk want warm warn watch
  weigh widen withdraw work wrap write yield zip zoom
  `
    .trim()
    .split(/\s+/),
);
