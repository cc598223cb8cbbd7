package adwarden

import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine

/** Starts the client of an app, as [Adwarden.start]; [options] sets what is optional. */
fun startAdwarden(
    address: String,
    appID: String,
    authToken: String,
    options: Options.() -> Unit = {},
): Adwarden = Adwarden.start(Options(address, appID, authToken).apply(options))

/** The ad unit of a slot; null when ads are off or the slot is empty. */
operator fun Adwarden.get(slot: Slot): String? = adUnit(slot)

val Adwarden.adsStatus: Adwarden.OnOff get() = adsStatus()

/** Why ads are off; null when they are on. */
val Adwarden.reason: String? get() = reason()

val Adwarden.visibleExtra: Adwarden.OnOff get() = visibleExtra()

/** When the app's configuration was changed (ISO 8601), or null. */
val Adwarden.updatedAt: String? get() = updatedAt()

/** How asking the server goes: `never-asked`, `asking`, `answered` or `failed`. */
val Adwarden.state: String get() = status().state

/** Why the server could not be asked the last time, for developers; null when all went well. */
val Adwarden.failure: String? get() = status().message

/** True as soon as the server has answered; false when it could not, or after [ms] milliseconds. */
suspend fun Adwarden.whenReady(ms: Long): Boolean =
    suspendCoroutine { waiting -> whenReady(ms) { waiting.resume(it) } }

/** Calls [listener] soon, if an answer is known, and after each change of a value, until the result is closed. */
fun Adwarden.onChange(listener: () -> Unit): AutoCloseable {
    val added = Runnable(listener)
    addListener(added)
    return AutoCloseable { removeListener(added) }
}
