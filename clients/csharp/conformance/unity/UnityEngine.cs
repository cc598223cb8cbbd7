// What the README uses of Unity, so that its code can be compiled here.
namespace UnityEngine
{
    public class Object
    {
        public static void DontDestroyOnLoad(Object target)
        {
        }
    }

    public sealed class GameObject : Object
    {
    }

    public class MonoBehaviour : Object
    {
        public GameObject gameObject => null;
    }

    public class TextAsset : Object
    {
        public string text => "";
    }

    public static class Application
    {
        public static string persistentDataPath => "";
    }

    public static class Debug
    {
        public static bool isDebugBuild => true;

        public static void Log(object message)
        {
        }

        public static void LogWarning(object message)
        {
        }

        public static void LogWarning(object message, Object context)
        {
        }
    }
}
